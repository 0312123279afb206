/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.util.List;

import io.leaderelection.LeadershipContext;
import io.leaderelection.store.jdbc.fence.FencedTransactionException;
import io.leaderelection.store.jdbc.fence.FencedTransactions;
import org.junit.jupiter.api.Test;

import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class PostgresFencedTransactionIT extends FencedTransactionContract implements OnPostgres {

	@Test
	void readOnlyTransactionCommitsWhateverTheTerm() {
		TransactionTemplate readOnly = transaction();
		readOnly.setReadOnly(true);
		LeadershipContext.set(this.term.over());
		assertThat(readOnly.<List<String>>execute((status) -> written())).isNotNull();
		this.manager.setTransactionExecutionListeners(List.of(new FencedTransactions(this.dataSource, () -> {
			throw new IllegalStateException("not known yet");
		})));
		LeadershipContext.set(this.term);
		assertThat(readOnly.<List<String>>execute((status) -> written())).isNotNull();
		assertThat(this.dataSource.calls()).contains("commit").doesNotContain("rollback");
	}

	@Test
	void readOnlySavepointOfAWritingOneIsCompared() {
		TransactionTemplate nested = transaction();
		nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
		nested.setReadOnly(true);
		List<String> before = written();
		assertThatExceptionOfType(UnexpectedRollbackException.class).isThrownBy(
				() -> write(null, transaction(), () -> assertThatExceptionOfType(FencedTransactionException.class)
					.isThrownBy(() -> write(this.term.over(), nested, NOTHING))));
		assertThat(written()).isEqualTo(before);
	}

}
