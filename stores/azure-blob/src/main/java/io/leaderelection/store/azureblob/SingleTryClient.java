/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.core.http.policy.RetryPolicy;
import com.azure.storage.blob.BlobServiceAsyncClient;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.common.policy.RequestRetryPolicy;

/**
 * Copies a client without its retries: they could outlast a lease, and would hide when a
 * request was sent.
 */
final class SingleTryClient {

	private SingleTryClient() {
	}

	static BlobServiceAsyncClient of(BlobServiceClient client) {
		return new BlobServiceClientBuilder().endpoint(client.getAccountUrl())
			.serviceVersion(client.getServiceVersion())
			.pipeline(withoutRetries(client.getHttpPipeline()))
			.buildAsyncClient();
	}

	private static HttpPipeline withoutRetries(HttpPipeline pipeline) {
		HttpPipelineBuilder builder = new HttpPipelineBuilder().httpClient(pipeline.getHttpClient())
			.tracer(pipeline.getTracer());
		for (int i = 0; i < pipeline.getPolicyCount(); i++) {
			HttpPipelinePolicy policy = pipeline.getPolicy(i);
			if (!(policy instanceof RequestRetryPolicy) && !(policy instanceof RetryPolicy)) {
				builder.policies(policy);
			}
		}
		return builder.build();
	}

}
