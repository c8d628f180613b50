/** Determines which record type a mutation changes: by its own evidence (ownTarget.ts), or by what is beside it (siblingTarget.ts). */
import type { SchemaModel } from '../model/schemaModel';
import { separatedName } from './names/labelName';
import type { NamedMutation } from './targets/namedMutation';
import { type ActionTarget, ownTarget } from './targets/ownTarget';
import { siblingTarget, targetOfUpdate } from './targets/siblingTarget';

/** The record type that an action changes, creates or deletes; null if it is not proven. Memoized per action. */
export function actionTarget(model: SchemaModel, action: NamedMutation): ActionTarget | null {
  return model.remember(`target ${action.id}`, () => {
    const path = [...action.path.slice(0, -1), separatedName(model, action.path.at(-1) ?? '')];
    const spoken: NamedMutation = { id: action.id, path, field: action.field, verb: action.verb };
    const found = ownTarget(model, spoken);
    const whole = found?.isWhole === true ? found : targetOfUpdate(model, spoken);
    return whole ?? found ?? siblingTarget(model, spoken);
  });
}
