/** For component tests: sets a long limit for `waitFor`, because the machine may be busy. Tests that pass do not take longer. */
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 10_000 });
