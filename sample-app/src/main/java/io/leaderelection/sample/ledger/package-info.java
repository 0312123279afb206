/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The ledger: a resource that is protected by fencing tokens and knows nothing of the
 * election.
 */
@NullMarked
package io.leaderelection.sample.ledger;

import org.jspecify.annotations.NullMarked;
