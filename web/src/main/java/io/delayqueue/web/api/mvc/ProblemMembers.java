package io.delayqueue.web.api.mvc;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;

/** Writes a problem in the order of RFC 9457, followed by its extension members. */
@JsonPropertyOrder({"type", "title", "status", "detail", "instance"})
interface ProblemMembers extends ProblemDetailJacksonMixin {}
