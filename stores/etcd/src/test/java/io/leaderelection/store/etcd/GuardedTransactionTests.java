/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.Compare;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.TxnRequest;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.support.TermRecord;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Checks that a transaction writes the differences between two views, and nothing else.
 */
class GuardedTransactionTests {

	private final EtcdKeys names = new EtcdKeys("prefix/");

	private final ElectionKey election = new ElectionKey("orders", "invoices");

	private final GuardedTransaction transaction = new GuardedTransaction(this.names, this.election, false);

	private final TermRecord record = new TermRecord(7, new Nonce(1, 2), "host-1", Instant.EPOCH,
			Duration.ofSeconds(15), Duration.ZERO, 0, false, Map.of(), Checkpoints.NONE);

	private final ElectionView view = ElectionView.ABSENT.with(this.record, 0, GuardLock.of(this.record, 11));

	@Test
	void writeIsGuardedByRecordAndGuardLock() {
		assertThat(this.transaction.write(this.view, this.view.withoutLock()).getCompareList())
			.extracting(Compare::getKey, Compare::getValue)
			.containsExactly(tuple(this.names.record(this.election), this.view.recordValue().bytes()),
					tuple(this.names.guardLock(this.election), this.view.lockValue().bytes()));
	}

	@Test
	void equalViewsWriteNothing() {
		ElectionView same = ElectionView.ABSENT.with(this.record, 0, GuardLock.of(this.record, 11));
		assertThat(this.transaction.write(this.view, same).getSuccessList()).isEmpty();
	}

	@Test
	void firstTermWritesRecordAndGuardLock() {
		TxnRequest request = this.transaction.write(ElectionView.ABSENT, this.view);
		assertThat(request.getSuccessList()).extracting((operation) -> operation.getRequestPut().getKey())
			.containsExactly(this.names.record(this.election), this.names.guardLock(this.election));
	}

	@Test
	void guardLockOfTheSameTermIsAttachedToAnotherLease() {
		ElectionView next = ElectionView.ABSENT.with(this.record, 0, GuardLock.of(this.record, 12));
		assertThat(this.transaction.write(this.view, next).getSuccessList()).singleElement().satisfies((operation) -> {
			PutRequest put = operation.getRequestPut();
			assertThat(put.getKey()).isEqualTo(this.names.guardLock(this.election));
			assertThat(put.getLease()).isEqualTo(12);
		});
	}

	@Test
	void guardLockThatIsGarbageIsReplaced() {
		ByteString text = GuardLock.of(this.record, 11).bytes();
		ElectionView garbage = ElectionView.ABSENT.with(this.record, 0, new StoredValue<>(text, null, "no lease"));
		assertThat(this.transaction.write(garbage, this.view).getSuccessList()).singleElement()
			.satisfies((operation) -> assertThat(operation.getRequestPut().getLease()).isEqualTo(11));
	}

	@Test
	void releaseDeletesTheGuardLock() {
		assertThat(this.transaction.write(this.view, this.view.withoutLock()).getSuccessList()).singleElement()
			.satisfies((operation) -> assertThat(operation.getRequestDeleteRange().getKey())
				.isEqualTo(this.names.guardLock(this.election)));
	}

}
