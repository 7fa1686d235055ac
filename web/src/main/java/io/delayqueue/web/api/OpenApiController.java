package io.delayqueue.web.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delayqueue.web.api.mvc.ApiController;
import io.delayqueue.web.api.mvc.RawJson;
import java.io.IOException;
import org.springframework.core.io.ClassPathResource;
import org.springframework.web.bind.annotation.GetMapping;

/** Serves the OpenAPI description. */
final class OpenApiController implements ApiController {

    static final ClassPathResource DOCUMENT = new ClassPathResource("openapi.json", OpenApiController.class);

    @GetMapping("/openapi.json")
    RawJson document() throws IOException {
        return new RawJson(DOCUMENT.getContentAsString(UTF_8));
    }
}
