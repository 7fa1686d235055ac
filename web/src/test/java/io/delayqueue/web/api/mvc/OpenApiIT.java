package io.delayqueue.web.api.mvc;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.testing.RedisServer;
import io.delayqueue.web.OpenApi;
import io.delayqueue.web.WebApplication;
import java.net.URI;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** OpenAPI document: complete, and served. */
class OpenApiIT {

    @Test
    void documentShouldHaveTheCallsThatThereAreAndNoOthers() {
        try (RedisServer server = RedisServer.start();
                WebApplication application = WebApplication.start(server)) {
            assertThat(OpenApi.calls()).isEqualTo(mapped(application));
        }
    }

    private static Set<String> mapped(WebApplication application) {
        Set<String> calls = new TreeSet<>();
        application
                .context()
                .getBean("delayQueueApiHandlerMapping", ApiHandlerMapping.class)
                .getHandlerMethods()
                .forEach((mapping, handler) -> {
                    Class<?> controller = handler.getBeanType();
                    if (controller != ApiFallbackController.class) {
                        for (String path : mapping.getPatternValues()) {
                            assertThat(path).startsWith(application.api());
                            assertThat(mapping.getMethodsCondition().getMethods())
                                    .hasSize(1);
                            calls.add(mapping.getMethodsCondition()
                                            .getMethods()
                                            .iterator()
                                            .next() + " "
                                    + path.substring(application.api().length()));
                        }
                    }
                });
        return calls;
    }

    @Test
    void documentShouldBeServedAndLeadToTheApi() {
        try (RedisServer server = RedisServer.start();
                WebApplication application = WebApplication.start(server)) {
            WebApplication.Exchange answer = application.get("/openapi.json");
            assertThat(answer.json().get("openapi").asString()).startsWith("3.1.");
            String here = application.origin() + application.api() + "/openapi.json";
            assertThat(URI.create(here)
                            .resolve(answer.json().at("/servers/0/url").asString()))
                    .hasToString(application.origin() + application.api());
        }
    }
}
