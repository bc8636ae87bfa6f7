import { operation } from "../../http/operation.ts";
import { requestFileDownloadFields, requestFileUploadFields } from "./fields.ts";
import { requestDownload, requestUpload } from "./logic.ts";

/** The operations on files. */
export const fileOperations = [
  operation({
    id: "request-file-upload",
    method: "POST",
    path: "/v1/agent/request-file-upload",
    fields: requestFileUploadFields,
    answer: (caller, input) => ({ data: caller.rules.present("Upload", requestUpload(caller, input), caller) }),
  }),
  operation({
    id: "request-file-download",
    method: "GET",
    path: "/v1/agent/request-file-download",
    fields: requestFileDownloadFields,
    answer: (caller, input) => ({ data: caller.rules.present("Download", requestDownload(caller, input), caller) }),
  }),
];
