/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import com.azure.storage.blob.models.BlobErrorCode;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Renew;
import io.leaderelection.store.azureblob.ScriptedService.Answer;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.time.Ticker;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link BlobElection} whose last write is no longer what the blob contains.
 */
class BlobElectionTests {

	private final ScriptedService service = new ScriptedService((request) -> switch (request.getHttpMethod()) {
		case PUT -> Answer.refused(412, BlobErrorCode.CONDITION_NOT_MET);
		default -> new Answer(200, null, "somebody's notes");
	});

	@Test
	@DisplayName("A lease that ends while its renewal begins is not lost unless the blob says so")
	void rule15LeaseThatEndsMeanwhileIsReadAgain() {
		AtomicInteger readings = new AtomicInteger();
		// The lease ends after the first look at what was last written
		BlobElection election = election(() -> (readings.getAndIncrement() < 2) ? 0 : Duration.ofMinutes(1).toNanos());
		assertReads(election, writeTerm(election));
	}

	@Test
	void rule15LeaseThatHasEndedIsReadAgain() {
		AtomicInteger readings = new AtomicInteger();
		BlobElection election = election(() -> (readings.getAndIncrement() < 1) ? 0 : Duration.ofMinutes(1).toNanos());
		assertReads(election, writeTerm(election));
	}

	@Test
	void rule15TermAfterTheLastWrittenOneIsReadAgain() {
		BlobElection election = election(() -> 0);
		writeTerm(election);
		assertReads(election, new Renew(AzureCandidate.key("e"), Nonce.random(), 8));
	}

	private void assertReads(BlobElection election, Renew renewal) {
		assertThatExceptionOfType(GarbageRecordException.class)
			.isThrownBy(() -> election.renew(renewal, new CallBudget(Ticker.system(), Duration.ofSeconds(30))));
		assertThat(this.service.calls()).filteredOn("GET"::equals).hasSize(1);
	}

	private Renew writeTerm(BlobElection election) {
		TermRecord term = new TermRecord(7, Nonce.random(), "candidate", Instant.EPOCH, AzureCandidate.LEASE,
				Duration.ZERO, 0, false, Map.of(), Checkpoints.NONE);
		election.wrote(new Snapshot(true, term, "\"0\"", true, 0, 0));
		return new Renew(AzureCandidate.key("e"), term.nonce(), term.token());
	}

	private BlobElection election(Ticker ticker) {
		return new BlobElection(
				new RecordBlob(this.service.clients().buildAsyncClient().getBlobContainerAsyncClient("container"),
						AzureCandidate.key("e")),
				ticker);
	}

}
