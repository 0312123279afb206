/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.util.List;

import io.leaderelection.Leadership;
import io.leaderelection.LeadershipContext;
import io.leaderelection.store.jdbc.fence.FencedTransactionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Contract of fenced transactions that are a savepoint of another transaction.
 */
abstract class NestedFencedTransactionContract extends FenceFixture {

	private static final String OTHER = "mailing";

	private final TransactionTemplate outer = new TransactionTemplate(this.manager);

	private final TransactionTemplate nested = new TransactionTemplate(this.manager);

	@BeforeEach
	void nest() {
		this.nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
	}

	private String writeNested(BelievedTerm term) {
		Leadership around = LeadershipContext.get();
		try {
			return write(term, this.nested, NOTHING);
		}
		finally {
			LeadershipContext.set(around);
		}
	}

	private List<String> comparisons() {
		return this.dataSource.calls().stream().filter((call) -> call.contains("leader_fence")).toList();
	}

	@Test
	void nestedTransactionIsComparedWithTheOuterTerm() {
		String[] ids = new String[2];
		String id = write(this.term, this.outer, () -> {
			ids[0] = writeNested(this.term);
			ids[1] = writeNested(this.term);
			assertThat(comparisons()).isEmpty();
		});
		assertThat(comparisons()).hasSize(1);
		assertThat(written()).contains(id, ids[0], ids[1]);
	}

	@Test
	void itKeepsNoSuccessorWaitingForTheTransactionAroundIt() {
		List<String> before = written();
		assertThatExceptionOfType(FencedTransactionException.class)
			.isThrownBy(() -> write(this.term, this.outer, () -> {
				writeNested(this.term);
				assertGranted(succeed());
			}));
		assertThat(written()).isEqualTo(before);
	}

	@Test
	void rolledBackSavepointIsForgotten() {
		String id = write(this.term, this.outer, () -> this.nested.executeWithoutResult((status) -> {
			this.jdbc.sql("insert into fenced_work (id) values ('savepoint')").update();
			status.setRollbackOnly();
		}));
		assertThat(written()).contains(id).doesNotContain("savepoint");
		assertThat(comparisons()).hasSize(1);
	}

	@Test
	@DisplayName("In a transaction that is not fenced it blocks the next leader until that transaction ends")
	void unfencedOuterTransactionKeepsASuccessorOut() {
		String[] nestedId = new String[1];
		String id = write(null, this.outer, () -> {
			nestedId[0] = writeNested(this.term);
			assertKeptOut(succeed());
		});
		assertThat(written()).contains(id, nestedId[0]);
		assertGranted(succeed());
	}

	@Test
	void refusalRollsBackAnUnfencedOuterTransaction() {
		assertGranted(succeed());
		List<String> before = written();
		assertThatExceptionOfType(UnexpectedRollbackException.class)
			.isThrownBy(() -> write(null, this.outer, () -> assertThatExceptionOfType(FencedTransactionException.class)
				.isThrownBy(() -> writeNested(this.term))));
		assertThat(written()).isEqualTo(before);
	}

	@Test
	@DisplayName("A refused savepoint is rolled back even if the manager continues the outer transaction")
	void refusedTransactionIsRolledBackInsideAnother() {
		this.manager.setGlobalRollbackOnParticipationFailure(false);
		assertGranted(succeed());
		List<String> before = written();
		String id = write(null, this.outer, () -> assertThatExceptionOfType(FencedTransactionException.class)
			.isThrownBy(() -> writeNested(this.term)));
		assertThat(written()).hasSize(before.size() + 1).contains(id);
	}

	@Test
	void bothAreComparedIfTheTermsDiffer() {
		Contender colleague = contender("colleague").win(OTHER);
		BelievedTerm other = term(colleague, OTHER);
		String[] nestedId = new String[1];
		String id = write(this.term, this.outer, () -> {
			nestedId[0] = writeNested(other);
			assertKeptOut(succeed(colleague, OTHER));
		});
		assertThat(comparisons()).hasSize(2);
		assertThat(written()).contains(id, nestedId[0]);
		assertThatExceptionOfType(FencedTransactionException.class)
			.isThrownBy(() -> write(this.term, this.outer, () -> {
				writeNested(other);
				assertGranted(succeed());
			}));
	}

}
