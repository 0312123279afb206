/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class DynamoDbLeaseStoreFactoryTests {

	private final DynamoDbLeaseStoreFactory.Builder builder = DynamoDbLeaseStoreFactory.builder(() -> {
		throw new IllegalStateException("No client is needed");
	});

	@ParameterizedTest
	@ValueSource(strings = { "abc", "leader_election", "team.elections-2",
			"arn:aws:dynamodb:eu-central-1:123456789012:table/leader_election" })
	void tableIsAccepted(String table) {
		assertThat(this.builder.table(table).build()).hasFieldOrPropertyWithValue("settings.table", table);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "ab", "a b c", "a/b/c", "é-table", "abc\n", "arn:" })
	void tableIsRefused(String table) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.builder.table(table))
			.withMessageContaining("'" + table + "' is not valid");
		assertThatIllegalArgumentException().isThrownBy(() -> this.builder.table("x".repeat(256)));
	}

}
