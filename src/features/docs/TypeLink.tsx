/** A type in GraphQL notation, with its name as a link to its page. */
import type { ReactNode } from 'react';
import type { TypeRef } from '../../schema/model/schemaModel';
import { href } from '../../session/navigation/navigation';

/** `[Ship!]!` with Ship as a link. */
export function TypeLink({ type }: { type: TypeRef }): ReactNode {
  if (type.kind === 'named') return <a href={href(['docs', type.name])}>{type.name}</a>;
  if (type.kind === 'nonNull') {
    return (
      <>
        <TypeLink type={type.of} />!
      </>
    );
  }
  return (
    <>
      [<TypeLink type={type.of} />]
    </>
  );
}
