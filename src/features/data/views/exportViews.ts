/** Saves the views and the dashboard of a connection as a file. */
import type { Session } from '../../../session/connections/session';
import { readTiles, storedTiles } from '../../../session/navigation/dashboardTiles';
import { readViews } from '../../../session/navigation/savedViews';
import { storedViews } from '../../../session/navigation/storedViews';
import { saveFile } from '../../../ui/saveFile';
import { writeViewFile } from './viewFile';

/** Starts the download of the file. */
export function exportViews({ preferences, connection }: Session): void {
  const views = readViews(storedViews(preferences).get());
  const tiles = readTiles(storedTiles(preferences).get());
  saveFile(`${connection.name} views.json`, 'application/json', [writeViewFile(views, tiles)]);
}
