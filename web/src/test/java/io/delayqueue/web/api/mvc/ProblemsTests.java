package io.delayqueue.web.api.mvc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class ProblemsTests {

    /** Tomcat closes the connection by itself; other servers read the rest of the body. */
    @ParameterizedTest
    @EnumSource(ProblemType.class)
    void onlyABodyThatIsTooLargeShouldEndTheConnection(ProblemType type) throws IOException {
        MockHttpServletResponse response = new MockHttpServletResponse();
        Problems.write(new ProblemException(type, "no"), new MockHttpServletRequest(), response);
        assertThat(response.getHeader("Connection")).isEqualTo(type == ProblemType.TOO_LARGE ? "close" : null);
    }

    @Test
    void bodyShouldBeginWithTheMembersOfTheStandardInTheirOrder() throws IOException {
        MockHttpServletResponse response = new MockHttpServletResponse();
        Problems.write(
                ProblemException.invalid("delay", "must be given").retryAfter(Duration.ofMillis(1)),
                new MockHttpServletRequest("POST", "/api/tasks"),
                response);
        assertThat(response.getContentAsString())
                .isEqualTo(
                        "{\"type\":\"urn:delayqueue:problem:invalid-request\",\"title\":\"The request is not valid\","
                                + "\"status\":400,\"detail\":\"delay must be given\",\"instance\":\"/api/tasks\",\"field\":\"delay\"}");
        assertThat(response.getContentType()).isEqualTo("application/problem+json");
        assertThat(response.getHeader("Cache-Control")).isEqualTo("no-store");
        assertThat(response.getHeader("Retry-After")).isEqualTo("1");
    }

    @Test
    void headersThatAreSetShouldBeReplaced() throws IOException {
        MockHttpServletResponse response = new MockHttpServletResponse();
        response.setHeader("Cache-Control", "no-store");
        response.setContentType("application/json");
        Problems.write(ProblemException.notFound("no"), new MockHttpServletRequest(), response);
        assertThat(response.getHeaders("Cache-Control")).containsExactly("no-store");
        assertThat(response.getHeaders("Content-Type")).containsExactly("application/problem+json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"//", "/a b", "/%zz"})
    void pathThatIsNoUriShouldBeAProblemToo(String path) throws IOException {
        MockHttpServletResponse response = new MockHttpServletResponse();
        Problems.write(ProblemException.notFound("no"), new MockHttpServletRequest("GET", path), response);
        assertThat(response.getStatus()).isEqualTo(404);
        assertThat(response.getContentAsString()).contains("\"instance\":\"%2F");
    }
}
