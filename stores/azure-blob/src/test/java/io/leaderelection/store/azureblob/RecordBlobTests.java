/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;

import com.azure.core.http.HttpRequest;
import com.azure.storage.blob.models.BlobErrorCode;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.azureblob.ScriptedService.Answer;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.time.Ticker;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Tests for {@link RecordBlob} when the container cannot be created.
 */
class RecordBlobTests {

	private BlobErrorCode ofContainer = BlobErrorCode.CONTAINER_BEING_DELETED;

	private final ScriptedService service = new ScriptedService((request) -> isOfContainer(request)
			? Answer.refused(409, this.ofContainer) : Answer.refused(404, BlobErrorCode.CONTAINER_NOT_FOUND));

	@Test
	void containerThatIsBeingDeletedIsReportedAtOnce() {
		try (AzureCandidate candidate = AzureCandidate.open(this.service.clients().buildClient(), "candidate")) {
			Outcome outcome = candidate.acquire("e", 0);
			assertThat(outcome).isInstanceOfSatisfying(Outcome.Unknown.class,
					(unknown) -> assertThat(unknown.cause()).hasMessageContaining("409 ContainerBeingDeleted")
						.hasMessageContaining("its name stays reserved for a while"));
			assertThat(this.service.calls()).as("each call is billed").hasSize(2);
		}
	}

	@Test
	void containerThatAnotherCandidateCreatedIsUsed() {
		this.ofContainer = BlobErrorCode.CONTAINER_ALREADY_EXISTS;
		RecordBlob blob = new RecordBlob(
				this.service.clients().buildAsyncClient().getBlobContainerAsyncClient("container"),
				AzureCandidate.key("e"));
		assertThatNoException()
			.isThrownBy(() -> blob.createContainer(new CallBudget(Ticker.system(), Duration.ofSeconds(30))));
	}

	private static boolean isOfContainer(HttpRequest request) {
		return String.valueOf(request.getUrl().getQuery()).contains("restype=container");
	}

}
