import { screen } from '@testing-library/react';
import { Markdown } from '../../../../src/ui/text/markdown/Markdown';
import { MarkdownTree } from '../../../../src/ui/text/markdown/MarkdownTree';
import fc from '../../../support/fastCheck';
import { renderWithLanguage } from '../../../support/testLanguage';

const set = (text: string): HTMLElement =>
  renderWithLanguage(
    <div data-testid="set">
      <MarkdownTree>{text}</MarkdownTree>
    </div>,
  ).container.firstElementChild as HTMLElement;

describe('Markdown', () => {
  it('renders headings below those of the screen, lists, code, tables and links', () => {
    const page = set(
      '# Ships\n\nA **bold** `code` and _more_.\n\n1. one\n2. two\n\n```\nlet x\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[docs](https://a.example)',
    );
    expect(page.querySelector('h3')?.textContent).toBe('Ships');
    expect(page.querySelector('p')?.innerHTML).toBe('A <strong>bold</strong> <code>code</code> and <em>more</em>.');
    expect([...page.querySelectorAll('ol > li')].map(item => item.textContent)).toEqual(['one', 'two']);
    expect(page.querySelector('pre code')?.textContent).toBe('let x');
    expect([...page.querySelectorAll('td')].map(cell => cell.textContent)).toEqual(['1', '2']);
    expect(screen.getByRole('link').getAttribute('href')).toBe('https://a.example/');
  });

  it('shows HTML as text', () => {
    const text = 'before <img src=x onerror=alert(1)> <b>x</b>\n\n<script>alert(1)</script>';
    const page = set(text);
    expect(page.querySelector('img, b, script')).toBeNull();
    expect(page.textContent).toContain('<img src=x onerror=alert(1)>');
    expect(page.textContent).toContain('<script>alert(1)</script>');
  });

  it.each(['[x](javascript:alert(1))', '[x](data:text/html,1)', '![x](javascript:alert(1))', '[x]( java\tscript:alert(1))'])(
    'makes no link of %j',
    text => {
      expect(set(text).querySelector('a, img')).toBeNull();
    },
  );

  it('shows an image inside a link as its text, because links cannot be nested', () => {
    set('[![build](https://a.example/b.svg) of **all ![](https://a.example/c.svg)**](https://a.example/)');
    expect(screen.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual(['https://a.example/']);
    expect(screen.getByRole('link').textContent).toContain('build of all https://a.example/c.svg');
  });

  it('shows an image as a link without loading it', () => {
    const page = set('![a ship](https://a.example/x.png)');
    expect(page.querySelector('img')).toBeNull();
    expect(page.querySelector('a')?.textContent).toContain('a ship');
  });

  it('renders any text as harmless elements, without throwing', () => {
    const allowed = new Set(
      'P H3 H4 H5 H6 UL OL LI PRE CODE BLOCKQUOTE HR TABLE THEAD TBODY TR TH TD STRONG EM DEL BR A SPAN DIV svg path BUTTON'.split(
        ' ',
      ),
    );
    const pieces = fc.constantFrom(
      '# ',
      '- ',
      '> ',
      '**',
      '`',
      '```\n',
      '[a](',
      ')',
      '<b onclick=x>',
      '](javascript:x)',
      '|a|b|\n|-|-|\n',
      '\n',
      '\n\n',
      '&lt;',
      '![',
      '1. ',
      'word ',
      '\\',
      '~~',
      '_',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), parts => {
        const { container, unmount } = renderWithLanguage(<MarkdownTree>{parts.join('')}</MarkdownTree>);
        const bad = [...container.querySelectorAll('*')].filter(
          element => !allowed.has(element.tagName) || [...element.attributes].some(attribute => attribute.name.startsWith('on')),
        );
        unmount();
        expect(bad.map(element => element.tagName)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('shows a text as it is if it is too long or too deeply nested to be parsed', () => {
    expect(set('a *'.repeat(20_000)).textContent).toContain('a *a *');
    expect(set(`${'>'.repeat(5000)} deep`).textContent).toContain('>>>');
  });

  it.each(['word '.repeat(40_000), '**word** '.repeat(40_000)])(
    'folds very long texts, also before the renderer is loaded',
    text => {
      const { container } = renderWithLanguage(<Markdown>{text}</Markdown>);
      expect(container.textContent?.length).toBeLessThan(10_000);
      expect(container.querySelector('button')).not.toBeNull();
    },
  );
});
