/** A small mark for each stage of an entry, in the colour of its state. */
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { WIRE_STAGES, type WireSummary } from '../../../session/wire/wireLogSummary';
import { stageName } from './stepWords';
import './StageStrip.css';

/** Screen readers get the names of the stages that did something. */
export function StageStrip({ summary }: { summary: WireSummary }): ReactNode {
  const text = useText();
  const isUpload = summary.upload !== null;
  const words = WIRE_STAGES.filter(stage => summary.stages[stage] !== 'none').map(stage =>
    stageWords(text, summary, stage, isUpload),
  );
  return (
    <span className="stage-strip" role="img" aria-label={`${text('wire.stages')}: ${words.join(', ')}`} title={words.join('\n')}>
      {WIRE_STAGES.map(stage => (
        <span key={stage} className={`stage-mark stage-${summary.stages[stage]}`} />
      ))}
    </span>
  );
}

function stageWords(
  text: ReturnType<typeof useText>,
  summary: WireSummary,
  stage: (typeof WIRE_STAGES)[number],
  isUpload: boolean,
): string {
  return text('wire.stageState', { stage: stageName({ text }, stage, isUpload), state: summary.stages[stage] });
}
