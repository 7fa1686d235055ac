package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The application in Kotlin in docs/getting-started.md. */
@Tag("maven")
class PasteKotlinIT extends PastedProject {

    private final String code = gettingStarted.code("kotlin", "kotlin");

    PasteKotlinIT() throws IOException {}

    @BeforeEach
    void kotlinPom() throws IOException {
        springBootPom(
                bootVersion,
                dependencies(gettingStarted.code("kotlin-dependencies", "xml"))
                        + gettingStarted.code("kotlin-build", "xml"));
    }

    @Test
    void applicationShouldRun() throws IOException {
        pasteKotlin(code);
        awaitOutput(run(), gettingStarted.output("kotlin"));
    }

    @Test
    void payloadShouldHaveDefaultsForWhatIsNotStored() throws IOException {
        assertThat(code).containsOnlyOnce("payload(CancelOrder(42))");
        pasteKotlin(code.replace("payload(CancelOrder(42))", "payload(mapOf(\"number\" to 42))"));
        awaitOutput(run(), gettingStarted.output("kotlin"));
    }
}
