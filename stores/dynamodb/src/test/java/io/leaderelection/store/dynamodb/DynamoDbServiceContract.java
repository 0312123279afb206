/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import org.junit.jupiter.api.Tag;

/**
 * The store contract on the service that the environment names, such as Amazon's. No
 * build runs it by itself; the page of the store has the command.
 */
@Tag("server")
@Tag("slow")
class DynamoDbServiceContract extends DynamoDbContract {

	DynamoDbServiceContract() {
		super(Service.ofEnvironment());
	}

}
