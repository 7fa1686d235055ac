package io.delayqueue.starter;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.testing.MarkedText;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Dependency and commands in the README. */
class ReadmeTests {

    private static final Pattern DEPENDENCY =
            Pattern.compile("delayqueue-[a-z-]+(?:</artifactId>\\s*<version>|:)(\\d[^<\"]*)");

    private final MarkedText readme = MarkedText.read(Path.of("..", "README.md"));

    private final DocumentBuilder xml = DocumentBuilderFactory.newInstance().newDocumentBuilder();

    ReadmeTests() throws IOException, ParserConfigurationException {}

    @Test
    void dependencyShouldBeTheStarter() throws IOException, SAXException {
        Element dependency = xml.parse(new InputSource(new StringReader(readme.blockUnder("Add it", "xml"))))
                .getDocumentElement();
        Element project = pom();
        assertThat(dependency.getTagName()).isEqualTo("dependency");
        assertThat(text(dependency, "groupId")).isEqualTo(text(project, "groupId"));
        assertThat(text(dependency, "artifactId"))
                .isEqualTo(project.getElementsByTagName("artifactId").item(1).getTextContent());
    }

    @Test
    void versionInAllPagesShouldBeThatOfTheBuild() throws IOException, SAXException {
        String version = text(pom(), "version");
        for (Path page : LinksTests.pages()) {
            assertThat(DEPENDENCY.matcher(Files.readString(page)).results().map(dependency -> dependency.group(1)))
                    .as("%s", page)
                    .allMatch(version::equals, version);
        }
    }

    @Test
    void testCommandShouldBeTheOneOfContinuousIntegration() throws IOException {
        List<String> commands = Files.readAllLines(Path.of("..", ".ci", "run")).stream()
                .filter(line -> line.contains("mvn"))
                .map(line -> line.replaceFirst(" \\|\\| status=.*", ""))
                .toList();
        assertThat(commands).containsExactly("mvn -B verify");
        assertThat(readme.linesUnder("Run it", "shell")).containsAll(commands);
    }

    /** Pom of the starter; its group and version are its parent's. */
    private Element pom() throws IOException, SAXException {
        try (InputStream pom = Files.newInputStream(Path.of("pom.xml"))) {
            return xml.parse(pom).getDocumentElement();
        }
    }

    private static String text(Element element, String tag) {
        return element.getElementsByTagName(tag).item(0).getTextContent();
    }
}
