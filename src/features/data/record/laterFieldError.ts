/** The error of a field, loaded when the first one occurs. */
import { lazyPart } from '../../../ui/lazyPart';

export const LaterFieldError = lazyPart(() => import(/* webpackChunkName: "table-tools" */ './FieldError'));
