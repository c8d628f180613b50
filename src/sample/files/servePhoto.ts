/** Pictures of ships, drawn on request from the ship's type, size and IMO number. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Database } from '../database/database';
import type { ShipRow } from '../seed/makeShips';
import { drawShip } from './drawShip';
import { sendNotFound } from './sendNotFound';

/** Handles a GET or HEAD request of /photos/<imo>.svg. */
export async function servePhoto(
  imo: string,
  request: IncomingMessage,
  response: ServerResponse,
  database: Database,
): Promise<void> {
  const [ship] = await database.query<ShipRow>('select * from harbour.ships where imo = $1', [imo]);
  if (!ship) return sendNotFound(response);
  const svg = drawShip(ship);
  response.writeHead(200, {
    'content-type': 'image/svg+xml; charset=utf-8',
    'content-length': Buffer.byteLength(svg),
    'cache-control': 'public, max-age=86400',
    // Opened directly, an SVG is a document, so its policy allows nothing.
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  response.end(request.method === 'HEAD' ? undefined : svg);
}
