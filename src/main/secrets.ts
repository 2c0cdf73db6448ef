// Finds the secrets of the process: in the configuration, or else in the data folder.
import type { Config } from '../config.ts'
import { ConfigError } from '../contract/config-error.ts'
import { previousSecretIn, replaceSecretIn, secretIn } from '../integrations/secret/secret-file.ts'
import { dialectOf } from '../store/database/dialect.ts'

export type Secrets = { secretKey: Buffer; previousSecretKey: Buffer | null }

/** The secrets. The first start makes a secret in the data folder. Throws ConfigError. */
export function secretsOf({ secretKey, previousSecretKey, databaseUrl, dataDir }: Config): Secrets {
  if (secretKey) return { secretKey, previousSecretKey }
  if (!dialectOf(databaseUrl).singleWriter)
    throw new ConfigError(
      'SECRET_KEY: is missing; it takes 32 bytes in base64, the same for every process on this database',
    )
  return { secretKey: secretIn(dataDir), previousSecretKey: previousSecretKey ?? previousSecretIn(dataDir) }
}

/** As `secretsOf`, with a new secret and the previous one: as configured, or a new secret in the data folder. */
export function newSecretsOf(config: Config): Secrets {
  const secrets = secretsOf(config)
  const { secretKey, previousSecretKey } = secrets
  if (previousSecretKey && !previousSecretKey.equals(secretKey)) return secrets
  if (config.secretKey)
    throw new ConfigError(
      'SECRET_KEY_PREVIOUS: is not another secret; it takes the old one, and SECRET_KEY the new one',
    )
  replaceSecretIn(config.dataDir)
  return secretsOf({ ...config, previousSecretKey: null })
}
