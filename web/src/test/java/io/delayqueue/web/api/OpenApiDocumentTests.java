package io.delayqueue.web.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.web.api.mvc.ProblemType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compares docs/http-api/openapi.json with the document in the jar. With {@code -Ddelayqueue.docs.write} the file is written
 * first.
 */
class OpenApiDocumentTests {

    private static final Path COPY = Path.of("..", "docs", "http-api", "openapi.json");

    private final String document =
            new ClassPathResource("openapi.json", OpenApiController.class).getContentAsString(UTF_8);

    private final JsonNode json = JsonMapper.shared().readTree(document);

    OpenApiDocumentTests() throws IOException {}

    @Test
    void copyInTheDocsShouldBeTheSame() throws IOException {
        if (System.getProperty("delayqueue.docs.write") != null) {
            Files.writeString(COPY, document);
        }
        assertThat(Files.readString(COPY)).isEqualTo(document);
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
