-- Devices are counted by model, and found within one, for the orders by type, manufacturer and model.
-- functions: scoped_index
drop index hardware_model_used, hardware_model_used_2, hardware_model_used_3, hardware_model_used_4, hardware_model_used_5;
select scoped_index('hardware', 'hardware_model_used', 'model_id, id', 'deleted_at is null');
