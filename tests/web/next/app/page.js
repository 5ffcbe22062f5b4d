import { read } from "tagstream";
import { Client } from "./client";

export const dynamic = "force-dynamic";

export default function Page() {
  const { reasoning } = read("<think>a</think>b", { dialect: "qwen3" });
  return <main><p id="server">{reasoning}</p><Client /></main>;
}
