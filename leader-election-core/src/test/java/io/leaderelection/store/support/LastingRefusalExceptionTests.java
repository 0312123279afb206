/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LastingRefusalExceptionTests {

	@Test
	void statementsFollowTheSummaryAfterABlankLine() {
		Refused refused = new Refused("A table is missing. Create it", "create table a (b int)");
		assertThat(refused).hasMessage("A table is missing. Create it:\n\ncreate table a (b int)");
		assertThat(refused.summary()).isEqualTo("A table is missing. Create it");
		assertThat(refused.statements()).isEqualTo("create table a (b int)");
	}

	@Test
	void summaryAloneIsTheMessage() {
		Refused refused = new Refused("A right is missing. Grant it", null);
		assertThat(refused).hasMessage("A right is missing. Grant it");
		assertThat(refused.summary()).isEqualTo("A right is missing. Grant it");
		assertThat(refused.statements()).isNull();
	}

	private static final class Refused extends LastingRefusalException {

		private static final long serialVersionUID = 1L;

		Refused(String summary, @Nullable String statements) {
			super(summary, statements, null);
		}

	}

}
