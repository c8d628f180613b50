/** For tests of components: what is waited for may take as long as it does on a busy machine. A test that passes waits no longer for it. */
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 10_000 });
