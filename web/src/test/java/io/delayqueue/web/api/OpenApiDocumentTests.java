package io.delayqueue.web.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.web.api.mvc.ProblemType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * OpenAPI document, and the table of calls in docs/http-api.md, which is made of the document. With
 * {@code -Ddelayqueue.docs.write} the table is written first.
 */
class OpenApiDocumentTests {

    private static final Path PAGE = Path.of("..", "docs", "http-api.md");

    private static final Pattern CALLS = Pattern.compile("(?<=<!-- calls: made of openapi.json -->\n)[^<]*");

    private final String document =
            new ClassPathResource("openapi.json", OpenApiController.class).getContentAsString(UTF_8);

    private final JsonNode json = JsonMapper.shared().readTree(document);

    OpenApiDocumentTests() throws IOException {}

    @Test
    void callsOfThePageShouldBeThoseOfTheDocument() throws IOException {
        String page = Files.readString(PAGE);
        String current = CALLS.matcher(page).replaceFirst(Matcher.quoteReplacement(calls()));
        if (System.getProperty("delayqueue.docs.write") != null) {
            Files.writeString(PAGE, current);
            page = current;
        }
        assertThat(page).as("-Ddelayqueue.docs.write writes the calls").isEqualTo(current);
    }

    private String calls() {
        return json.get("paths")
                .propertyStream()
                .flatMap(path -> path.getValue().propertyStream().map(operation -> call(path.getKey(), operation)))
                .collect(joining("\n", "\n| call | effect |\n|---|---|\n", "\n\n"));
    }

    private static String call(String path, Map.Entry<String, JsonNode> operation) {
        return "| `%s %s` | %s |"
                .formatted(
                        operation.getKey().toUpperCase(Locale.ROOT),
                        path,
                        operation.getValue().get("summary").asString());
    }

    @Test
    void problemsShouldBeThoseThereAre() {
        assertThat(json.at("/components/schemas/Problem/properties/type/enum").values())
                .extracting(JsonNode::asString)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(ProblemType.values()).map(ProblemType::urn).toList());
    }

    @Test
    void operationsShouldHaveNamesOfTheirOwnAndAProblem() {
        List<JsonNode> operations = json.get("paths").values().stream()
                .flatMap(path -> path.values().stream())
                .toList();
        assertThat(operations).isNotEmpty().allSatisfy(operation -> {
            assertThat(operation.at("/responses/default/$ref").asString()).isEqualTo("#/components/responses/Problem");
            assertThat(operation.path("summary").asString()).isNotBlank();
        });
        assertThat(operations)
                .extracting(operation -> operation.path("operationId").asString())
                .doesNotHaveDuplicates();
    }

    @Test
    void schemasShouldAllBeUsed() {
        Set<String> unused = new TreeSet<>(json.at("/components/schemas").propertyNames());
        unused.removeIf(name -> document.contains("\"#/components/schemas/" + name + "\""));
        assertThat(unused).isEmpty();
    }
}
