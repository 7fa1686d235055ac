package io.delayqueue.starter;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The builds with Gradle in docs/getting-started.md. */
@Tag("gradle")
class PasteGradleIT extends PastedProject {

    PasteGradleIT() throws IOException {}

    @Test
    void applicationShouldRun() throws IOException {
        write("build.gradle.kts", gettingStarted.code("gradle", "kotlin"));
        paste(readme.code("spring"));
        awaitOutput(runWithGradle(), readme.output("spring"));
    }

    @Test
    void applicationInKotlinShouldRun() throws IOException {
        write("build.gradle.kts", gettingStarted.code("gradle-kotlin", "kotlin"));
        pasteKotlin(gettingStarted.code("kotlin", "kotlin"));
        awaitOutput(runWithGradle(), gettingStarted.output("kotlin"));
    }

    /** {@code mavenLocal()} is the folder of the property. */
    private Process runWithGradle() throws IOException {
        write("settings.gradle.kts", "rootProject.name = \"shop\"\n");
        return start("output", "gradle", "--no-daemon", LOCAL_REPOSITORY, "bootRun");
    }
}
