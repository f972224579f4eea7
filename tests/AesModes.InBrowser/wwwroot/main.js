// Runs the program with the arguments of the address (?arg=vectors). The driver reads the console and waits for the exit code.
import { dotnet } from './_framework/dotnet.js';

try {
  const runtime = await dotnet.withApplicationArgumentsFromQuery().create();
  globalThis.exitCode = await runtime.runMain();
} catch (error) {
  console.error(String(error));
  globalThis.exitCode = -1;
}
