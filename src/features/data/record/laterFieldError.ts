/** The error of a field, whose code comes when there is one. */
import { lazyPart } from '../../../ui/lazyPart';

export const LaterFieldError = lazyPart(() => import(/* webpackChunkName: "table-tools" */ './FieldError'));
