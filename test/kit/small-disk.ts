// Full disks for tests: a small file system, or a limit on the length of files.
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from '../databases.ts'

export type SmallDisk = {
  /** Which of the two it is, for the diagnostics of the test. */
  how: string
  folder: string
  /** Leaves the process no room to write. */
  fill(pid: number): void
  /** Gives the process room again. */
  makeRoom(pid: number): void
  remove(): void
}

const bytes = 160 * 2 ** 20

/** A file system of 160 MB; null where mounting is not allowed. */
export function smallFileSystem(options = ''): SmallDisk | null {
  const folder = freshFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}${options}`, 'handbill-test', folder], {
      stdio: 'ignore',
    })
  } catch {
    return null
  }
  const ballast = join(folder, 'ballast')
  return {
    how: 'a small file system',
    folder,
    fill() {
      const file = openSync(ballast, 'a')
      for (let length = 2 ** 20; length >= 4_096; ) {
        const { bavail, bsize } = statfsSync(folder)
        if (bavail * bsize < length) length /= 2
        else writeSync(file, Buffer.alloc(length))
      }
      closeSync(file)
    },
    makeRoom: () => rmSync(ballast),
    remove: () => execFileSync('umount', ['--lazy', folder]),
  }
}

/** A small file system, or a limit on the length of files where mounting is not allowed. */
export const smallDisk = (): SmallDisk => smallFileSystem() ?? limitedFiles()

/** An ordinary folder in which the files of the process cannot grow. Works for every user. */
export function limitedFiles(): SmallDisk {
  const folder = join(freshFolder(), 'data')
  mkdirSync(folder)
  const limit = (pid: number, most: string) => execFileSync('prlimit', ['--pid', String(pid), `--fsize=${most}:`])
  return {
    how: 'a limit on the length of files',
    folder,
    fill: pid => limit(pid, '4096'),
    makeRoom: pid => limit(pid, 'unlimited'),
    remove: () => {},
  }
}
