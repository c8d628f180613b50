/**
 * Signed tokens (JWT, HS256). The key is created once and stored in the database, so that tokens survive a restart and are valid on every
 * instance that shares the database.
 */
import { randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Database } from '../database/database';

/** What an account is allowed to change. `PILOT_STATION`: only existing visits. */
export type Role = 'HARBOUR_OFFICE' | 'PILOT_STATION';

/** The user of a token. */
export interface Viewer {
  name: string;
  role: Role;
  signedInAt: Date;
  tokenExpiresAt: Date;
}

/** The result of verifying the token of a request. */
export type Session = { state: 'none' } | { state: 'valid'; viewer: Viewer } | { state: 'expired' } | { state: 'invalid' };

export interface Tokens {
  /** Creates a token that is valid from now on, for the lifetime given to `createTokens`. */
  issue(role: Role): Promise<{ token: string; viewer: Viewer }>;
  /** Verifies the value of an Authorization header. Never throws. */
  read(authorization: string | null | undefined): Promise<Session>;
}

const ISSUER = 'oriel-harbour';
const NAMES: Readonly<Record<Role, string>> = { HARBOUR_OFFICE: 'Harbour office', PILOT_STATION: 'Pilot station' };

const isRole = (role: string): role is Role => Object.hasOwn(NAMES, role);

/** @param lifetimeSeconds lifetime of a token */
export async function createTokens(database: Database, lifetimeSeconds: number): Promise<Tokens> {
  await database.query(`insert into harbour.settings (key, value) values ('token key', $1) on conflict (key) do nothing`, [
    randomBytes(32).toString('base64'),
  ]);
  const [row] = await database.query<{ value: string }>(`select value from harbour.settings where key = 'token key'`);
  const key = new Uint8Array(Buffer.from(row?.value ?? '', 'base64'));
  return {
    async issue(role) {
      const now = Math.floor(Date.now() / 1000);
      const expires = now + lifetimeSeconds;
      const name = NAMES[role];
      const token = await new SignJWT({ name, role })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setIssuedAt(now)
        .setExpirationTime(expires)
        .sign(key);
      return { token, viewer: { name, role, signedInAt: new Date(now * 1000), tokenExpiresAt: new Date(expires * 1000) } };
    },
    async read(authorization) {
      if (!authorization) return { state: 'none' };
      const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
      if (!token) return { state: 'invalid' };
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          requiredClaims: ['iat', 'exp', 'name'],
        });
        // Tokens of earlier versions have no role. They are all of the harbour office.
        const { name, role = 'HARBOUR_OFFICE', iat, exp } = payload as { name: string; role?: string; iat: number; exp: number };
        // A later version may have signed it, for an account that is allowed to do less.
        if (!isRole(role)) return { state: 'invalid' };
        const viewer: Viewer = {
          name,
          role,
          signedInAt: new Date(iat * 1000),
          tokenExpiresAt: new Date(exp * 1000),
        };
        return { state: 'valid', viewer };
      } catch (error) {
        return { state: error instanceof errors.JWTExpired ? 'expired' : 'invalid' };
      }
    },
  };
}
