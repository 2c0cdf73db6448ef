// Which secrets the process runs with: those of the configuration, else those in the data folder.
import type { Config } from '../config.ts'
import { ConfigError } from '../contract/config-error.ts'
import { previousSecretIn, replaceSecretIn, secretIn } from '../integrations/secret/secret-file.ts'
import { dialectOf } from '../store/database/dialect.ts'

export type Secrets = { secretKey: Buffer; previousSecretKey: Buffer | null }

/** The secrets; the one in the data folder is made on first start. Throws ConfigError. */
export function secretsOf({ secretKey, previousSecretKey, databaseUrl, dataDir }: Config): Secrets {
  if (secretKey) return { secretKey, previousSecretKey }
  if (!dialectOf(databaseUrl).singleWriter)
    throw new ConfigError(
      'SECRET_KEY: is missing; it takes 32 bytes in base64, the same for every process on this database',
    )
  return { secretKey: secretIn(dataDir), previousSecretKey: previousSecretKey ?? previousSecretIn(dataDir) }
}

/** As `secretsOf`, with a new secret beside the one before: what is configured, or a new one in the data folder. */
export function newSecretsOf(config: Config): Secrets {
  const secrets = secretsOf(config)
  const { secretKey, previousSecretKey } = secrets
  if (previousSecretKey && !previousSecretKey.equals(secretKey)) return secrets
  if (config.secretKey)
    throw new ConfigError('SECRET_KEY_PREVIOUS: is no other secret; it takes the old one, and SECRET_KEY the new one')
  replaceSecretIn(config.dataDir)
  return secretsOf({ ...config, previousSecretKey: null })
}
