#!/usr/bin/env node
import { runTool } from './runTool.mjs';

runTool('@biomejs/biome/bin/biome');
