/** For tests of components: small parts that come later are there at once, as they are for somebody who has had the page for two seconds. */
import { LaterMenu } from '../../../src/ui/frame/menu/laterMenu';
import { LaterResizeHandle } from '../../../src/ui/table/columns/laterResizeHandle';

beforeAll(async () => {
  await Promise.all([LaterMenu.prepare(''), LaterResizeHandle.prepare('')]);
});
