/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Leader election as Micrometer observations, so that traces show it.
 */
@NullMarked
package io.leaderelection.observation;

import org.jspecify.annotations.NullMarked;
