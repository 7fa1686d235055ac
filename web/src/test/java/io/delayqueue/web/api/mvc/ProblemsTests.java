package io.delayqueue.web.api.mvc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class ProblemsTests {

    /** Tomcat closes the connection by itself; other servers read on for the sake of the next request. */
    @ParameterizedTest
    @EnumSource(ProblemType.class)
    void onlyABodyThatIsTooLargeShouldEndTheConnection(ProblemType type) throws IOException {
        MockHttpServletResponse response = new MockHttpServletResponse();
        Problems.write(new ProblemException(type, "no"), new MockHttpServletRequest(), response);
        assertThat(response.getHeader("Connection")).isEqualTo(type == ProblemType.TOO_LARGE ? "close" : null);
    }
}
