import { read } from "tagstream";

export const dynamic = "force-dynamic";

export function GET() {
  return new Response(read("<think>a</think>b", { dialect: "qwen3" }).reasoning);
}
