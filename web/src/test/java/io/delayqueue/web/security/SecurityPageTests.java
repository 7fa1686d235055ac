package io.delayqueue.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.testing.QuotedCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.core.oidc.OidcIdToken;
import org.springframework.security.oauth2.core.oidc.user.OidcUserAuthority;

/** Code in docs/security.md. */
class SecurityPageTests {

    @Test
    void codeShouldBeThatOfTests() {
        QuotedCode page = QuotedCode.in(Path.of("..", "docs", "security.md"));
        page.assertAllMarked();
        page.assertFrom(Path.of("src", "test", "java", "io", "delayqueue", "web", "security"));
    }

    @Test
    void operatorsShouldBeTheGroupOfTheIdToken() {
        assertThat(roles("queue-operators", "other")).containsExactly("ROLE_DELAYQUEUE_OPERATOR");
        assertThat(roles("other")).isEmpty();
    }

    private static List<String> roles(String... groups) {
        OidcIdToken token = new OidcIdToken("token", null, null, Map.of("sub", "ada", "groups", List.of(groups)));
        return new OidcRoles()
                .roles().mapAuthorities(List.of(new OidcUserAuthority(token))).stream()
                        .map(role -> String.valueOf(role.getAuthority()))
                        .toList();
    }
}
