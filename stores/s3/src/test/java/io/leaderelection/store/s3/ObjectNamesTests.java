/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.s3;

import io.leaderelection.store.ElectionKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class ObjectNamesTests {

	private final ObjectNames names = new ObjectNames("p/");

	private final S3LeaseStoreFactory.Builder builder = S3LeaseStoreFactory.builder(() -> {
		throw new IllegalStateException("No client is needed");
	});

	@Test
	void namesAreReadableAndDifferent() {
		assertThat(this.names.of(new ElectionKey("orders", "close-books"))).startsWith("p/orders/close-books-");
		assertThat(this.names.of(new ElectionKey("a", "b c"))).startsWith("p/a/b_c-")
			.isNotEqualTo(this.names.of(new ElectionKey("a", "b_c")));
		assertThat(this.names.of(new ElectionKey("../x", "é".repeat(100)))).matches("[\\w/-]{1,130}");
		assertThat(this.names.probe()).isEqualTo("p/conditional-writes");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "orders-", "team/leader-election/", "a.b/c_d" })
	void prefixIsAccepted(String prefix) {
		assertThat(this.builder.prefix(prefix)).isSameAs(this.builder);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/a", "a//b", "../a", "a/../b", "a b", "é", "a\nb", "a\n" })
	void prefixIsRefused(String prefix) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.builder.prefix(prefix))
			.withMessageContaining("'" + prefix + "' is not valid");
		assertThatIllegalArgumentException().isThrownBy(() -> this.builder.prefix("x".repeat(513)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "team", "team.example.com",
			"arn:aws:s3:eu-central-1:123456789012:accesspoint/leader-election" })
	void bucketIsAccepted(String bucket) {
		assertThat(this.builder.bucket(bucket).build()).isNotNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "s3://team", "team/folder", "a b", "arn:", "x" })
	void bucketIsRefused(String bucket) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.builder.bucket(bucket));
		assertThatIllegalStateException().isThrownBy(this.builder::build).withMessageContaining("bucket(..)");
	}

}
