/** For tests of components: small parts that come later are there at once, as they are for somebody who has had the page for two seconds. */
import { LaterMenu } from '../../src/ui/laterMenu';
import { LaterResizeHandle } from '../../src/ui/laterResizeHandle';

beforeAll(async () => {
  await Promise.all([LaterMenu.prepare(''), LaterResizeHandle.prepare('')]);
});
