package io.delayqueue.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.delayqueue.web.WebApplication.Exchange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** OpenAPI document, which every exchange of the tests must match. */
public final class OpenApi {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final JsonNode DOCUMENT = read();

    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();

    private OpenApi() {}

    private static JsonNode read() {
        try {
            return JSON.readTree(new ClassPathResource("io/delayqueue/web/api/openapi.json").getContentAsString(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the calls of the document, such as {@code GET /groups}. */
    public static Set<String> calls() {
        Set<String> calls = new TreeSet<>();
        DOCUMENT.get("paths").properties().forEach(path -> path.getValue()
                .propertyNames()
                .forEach(method -> calls.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
        return calls;
    }

    /** Fails unless the response and, if it was accepted, the request match the document. */
    static void check(Exchange exchange) {
        if (List.of("HEAD", "OPTIONS").contains(exchange.method())) {
            return;
        }
        JsonNode operation = operation(exchange);
        if (operation == null) {
            assertThat(exchange.status())
                    .as("%s %s is not in the document", exchange.method(), exchange.path())
                    .isBetween(400, 499);
            valid(DOCUMENT.at("/components/responses/Problem"), "application/problem+json", exchange.text());
            return;
        }
        JsonNode response = operation.at("/responses/" + exchange.status());
        if (response.isMissingNode()) {
            assertThat(exchange.status()).isGreaterThanOrEqualTo(400);
            response = DOCUMENT.at("/components/responses/Problem");
        }
        if (exchange.status() < 400 && !exchange.body().isEmpty()) {
            valid(operation.get("requestBody"), "application/json", exchange.body());
        }
        if (response.has("content")) {
            valid(response, exchange.header("Content-Type").replaceFirst(";.*", ""), exchange.text());
        } else {
            assertThat(exchange.text()).isEmpty();
        }
    }

    private static JsonNode operation(Exchange exchange) {
        String path = exchange.path().replaceFirst("\\?.*", "");
        String method = exchange.method().toLowerCase(Locale.ROOT);
        JsonNode found = null;
        for (Map.Entry<String, JsonNode> entry : DOCUMENT.get("paths").properties()) {
            if (path.matches(entry.getKey().replaceAll("\\{\\w+}", "[^/]+"))
                    && entry.getValue().has(method)) {
                found = entry.getValue().get(method);
            }
        }
        return found;
    }

    private static void valid(JsonNode content, String type, String json) {
        JsonNode schema = content.path("content").path(type).path("schema");
        assertThat(schema.isMissingNode()).as("no %s in %s", type, content).isFalse();
        List<Error> errors = SCHEMAS.computeIfAbsent(schema.toString(), key -> schema((ObjectNode) schema))
                .validate(JSON.readTree(json));
        assertThat(errors).as(json).isEmpty();
    }

    private static Schema schema(ObjectNode schema) {
        ObjectNode whole = schema.deepCopy();
        whole.set("components", DOCUMENT.get("components"));
        return REGISTRY.getSchema(whole);
    }
}
