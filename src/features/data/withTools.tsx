/** What a model is read with beyond its rows comes later (schema/schemaTools.ts); here is how parts of a screen wait for it. */
import { type ComponentType, type ReactNode, use } from 'react';
import type { SchemaModel } from '../../schema/model/schemaModel';
import { toolsOf } from '../../schema/model/schemaTools';
import type { Session } from '../../session/connections/session';

/** Fetches the tools, waits for them inside a Suspense, and shows nothing. Where they cannot be had it throws. */
export function Tools({ session, model }: { session: Session; model: SchemaModel }): null {
  if (!toolsOf(model)) use(session.schema.equip());
  return null;
}

/** The same component, for a model that has its tools. */
export function withTools<Props extends { session: Session; model: SchemaModel }>(
  Part: ComponentType<Props>,
): ComponentType<Props> {
  return function WithTools(props: Props): ReactNode {
    if (!toolsOf(props.model)) use(props.session.schema.equip());
    return <Part {...props} />;
  };
}
