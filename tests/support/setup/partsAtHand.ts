/** For component tests: preloads small lazy parts, which a user has two seconds after the page was opened. */
import { LaterMenu } from '../../../src/ui/frame/menu/laterMenu';
import { LaterResizeHandle } from '../../../src/ui/table/columns/laterResizeHandle';

beforeAll(async () => {
  await Promise.all([LaterMenu.prepare(''), LaterResizeHandle.prepare('')]);
});
