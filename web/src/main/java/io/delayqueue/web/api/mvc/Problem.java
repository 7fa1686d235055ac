package io.delayqueue.web.api.mvc;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import java.util.Map;

/** An answer of {@code application/problem+json}, as RFC 9457 has it. */
record Problem(
        String type,
        String title,
        int status,
        String detail,
        String instance,
        @JsonAnyGetter Map<String, Object> members) {}
