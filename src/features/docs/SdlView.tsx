/** The whole schema in the schema definition language. Only the lines in view are rendered. */
import { type ReactNode, useMemo } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { schemaSdl } from '../../schema/docs/sdlText';
import type { SchemaModel } from '../../schema/model/schemaModel';
import { VirtualList } from '../../ui/table/VirtualList';
import { CopyButton } from '../../ui/text/CopyButton';

/** Height of a line in px. */
const LINE = 18;
/** Longer lines, in characters, are truncated on the screen, but not when copied or downloaded. */
const LONGEST = 1000;

export function SdlView({ model }: { model: SchemaModel }): ReactNode {
  const text = useText();
  const sdl = useMemo(() => model.remember('docs.sdl', () => schemaSdl(model)), [model]);
  const lines = useMemo(() => sdl.trimEnd().split('\n'), [sdl]);
  return (
    <div className="docs-whole">
      <CopyButton value={sdl} />
      <div className="docs-lines code" dir="ltr">
        <VirtualList count={lines.length} size={LINE} label={text('docs.viewSdl')} focusable={{}}>
          {at => <span className="docs-line">{lines[at]?.slice(0, LONGEST)}</span>}
        </VirtualList>
      </div>
    </div>
  );
}
